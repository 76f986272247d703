import type { PollContent } from "../../../core/domain/messages/message-content.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** Length of the secret with which voters encrypt their votes; it is stored with the message. */
const SECRET_BYTES = 32;

/** A poll. One selectable option: one answer; 0: any number. */
export const encodePoll: Encoder<PollContent> = (out, content, chat) =>
  generate(out, chat, {
    poll: {
      name: content.name,
      values: content.options,
      selectableCount: content.multiple_answers ? 0 : 1,
      messageSecret: out.ids.random(SECRET_BYTES),
    },
  });
