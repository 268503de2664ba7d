/* The one connection to the server: JSON frames {t, d} both ways.
 *
 * It reconnects by itself, waiting longer each time, and reports "up" and "down". A frame
 * sent while it is down is refused (send returns false), never queued: a press that arrives
 * a minute later would answer a board that is gone.
 */

const WAITS = [300, 700, 1500, 3000, 5000];

export class Socket {
  constructor(onFrame, onState) {
    this.onFrame = onFrame;
    this.onState = onState;
    this.member = null;
    this.failures = 0;
    this.ws = null;
    this.timer = null;
    addEventListener("online", () => this.retryNow());
  }

  connect(member) {
    this.member = member;
    this.failures = 0;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const previous = this.ws;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = this.member ? `?member=${encodeURIComponent(this.member)}` : "";
    const ws = new WebSocket(`${scheme}://${location.host}/page/ws${query}`);
    this.ws = ws;
    previous?.close();
    ws.onmessage = (event) => ws === this.ws && this.receive(event.data);
    ws.onclose = () => ws === this.ws && this.lost();
  }

  receive(text) {
    const frame = JSON.parse(text);
    if (frame.t === "hello") {
      this.failures = 0;
      this.onState("up");
    }
    this.onFrame(frame.t, frame.d);
  }

  lost() {
    this.ws = null;
    this.onState("down");
    const wait = WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.open(), wait * (0.8 + Math.random() * 0.4));
  }

  retryNow() {
    if (this.ws === null) this.open();
  }

  send(type, data) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify({ t: type, d: data }));
    return true;
  }
}
