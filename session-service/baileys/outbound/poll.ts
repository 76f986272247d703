import type { PollContent } from "../../../core/domain/messages/message-content.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** The length of the secret that voters use to encrypt their votes. The secret is stored with the message. */
const SECRET_BYTES = 32;

/** Encodes a poll. A selectable count of 1 allows a single answer, and 0 allows any number. */
export const encodePoll: Encoder<PollContent> = (out, content, chat) =>
  generate(out, chat, {
    poll: {
      name: content.name,
      values: content.options,
      selectableCount: content.multiple_answers ? 0 : 1,
      messageSecret: out.ids.random(SECRET_BYTES),
    },
  });
