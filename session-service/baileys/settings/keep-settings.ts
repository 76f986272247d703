import type { WASocket } from "@whiskeysockets/baileys";
import type { Clock } from "../../../core/ports.ts";
import type { Report } from "../fixes/contain-listeners.ts";
import { type SettingNews, settingsIn } from "./settings-in.ts";

/**
 * Intercepts each change to the phone's settings before it enters the library's buffer. The buffer adds up counts, and
 * drops a chat's removal if the chat receives a message. During the first sync, it holds changes to unknown chats only
 * in memory, so they are lost at the next reconnect.
 */
export function keepSettings(
  sock: WASocket,
  clock: Pick<Clock, "now">,
  keep: (news: SettingNews) => void,
  report: Report,
): void {
  const { emit } = sock.ev;
  sock.ev.emit = (event, data) => {
    try {
      for (const news of settingsIn(event, data, clock.now())) keep(news);
    } catch (error) {
      report(event, error);
    }
    return emit.call(sock.ev, event, data);
  };
}
