import type { WASocket } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../core/records/message.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import { networkForm } from "../shared/on-network.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import { OtherForm } from "./other-form.ts";

/**
 * Requires that the recipient of a first message is on the network under this form of their number, because a message
 * to an unregistered number wouldn't fail. Frequent queries hurt our number's reputation, so answers are stored. People
 * who have written to us, or whose form is already known, are never queried.
 * @throws CannotPrepare `not_on_messenger`. @throws OtherForm. @throws AnswerUnknown if the network doesn't respond.
 */
export async function requireOnNetwork(
  sock: WASocket,
  caches: SessionCaches,
  message: MessageRecord,
  monotonicMs: () => number,
): Promise<void> {
  const { phone } = message;
  if (message.class !== "first" || phone === null || message.form_known) return;
  const form = await networkForm(sock, caches, phone, monotonicMs);
  if (form === null) throw new CannotPrepare("not_on_messenger", "The number is not on the network.");
  if (form !== phone) throw new OtherForm(form);
}
