/* Running a command, and the line in the channel while it is on its way or was not answered. */

import { ask } from "./interactions.js";
import { localId, state, tell } from "./state.js";

const PATIENT_MS = 350;
const NO_ANSWER = "The application did not respond";

/* path: "blackjack host"; options: Discord's tree; targetId: of a message or member command. */
export function runCommand({ command, path, options, targetId, invalid }) {
  const channelId = state.channelId;
  const local = localMessage(path, channelId);
  const late = setTimeout(() => tell("local", local), PATIENT_MS);
  const end = () => {
    clearTimeout(late);
    tell("local-done", local);
  };
  const data = { channel_id: channelId, command_id: command.id, options };
  if (targetId) data.target_id = targetId;
  const failed = (text) => {
    clearTimeout(late);
    tell("local", { ...local, local: { ...local.local, failed: text } });
  };
  ask("command", data, {
    done: end,
    failed: () => failed(NO_ANSWER),
    invalid: (errors) => {
      end();
      if (invalid) invalid(errors);
      else failed(errorText(errors));
    },
  });
}

/* The server's {option: what is wrong}, or {message}, as one line. */
export function errorText(errors) {
  const lines = Object.entries(errors).map(([name, text]) =>
    name === "message" ? text : `${name}: ${text}`,
  );
  return lines.join(" ") || "This could not be sent.";
}

function localMessage(path, channelId) {
  const { id, name } = state.application;
  const author = state.members.get(String(id))?.user ?? { id, username: name, bot: true };
  return { id: localId(), channel_id: channelId, author, local: { command: path, failed: null } };
}
