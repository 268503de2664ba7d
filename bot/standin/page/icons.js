/* The page's own line icons, drawn as 24×24 strokes. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M4 15h16",
  menu: "M4 6h16M4 12h16M4 18h16",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.8 3.5 5.5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  id: "M4 5h16v14H4zM8 10v4M12 10v4h1.5a2 2 0 0 0 0-4H12",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  chevron: "m6 9 6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4l-4 16-4-7-8-1Z",
  eye: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  check: "m5 12.5 4.5 4.5L19 7.5",
  file: "M6 2.5h8l5 5v14H6zM14 2.5v5h5",
  at: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM16 12v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  command: "M4 4h16v16H4zM14 8l-4 8",
  sliders: "M4 8h8M18 8h2M4 16h2M12 16h8M15 8a1.5 1.5 0 1 0 0 .01M9 16a1.5 1.5 0 1 0 0 .01",
  alert: "M12 3 2 20h20L12 3ZM12 10v4M12 17h.01",
  down: "M12 5v14M6 13l6 6 6-6",
};

export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = {
    viewBox: "0 0 24 24",
    width: size,
    height: size,
    "aria-hidden": "true",
    class: "icon",
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
