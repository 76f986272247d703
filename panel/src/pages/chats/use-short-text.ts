import { aboutOf } from "../../../../core/contracts/content/about.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import { useWords } from "../../words/use-words.ts";

/** The message fields that a row, a quote or a screen reader notice needs. */
type Said = Pick<Message, "type" | "body"> & { about?: ReturnType<typeof aboutOf> };

/** Returns a function that shortens a message to one line: a stranger's text as is, `Event: Tasting`, or `Picture`. */
export function useShortText(): (said: Said) => string {
  const types = useWords("chats");
  const t = useWords("content");
  return ({ type, body, about }) => {
    const text = body === null || body === "" ? null : body;
    if (about === undefined) return text ?? types(`type_${type}`);
    return text === null ? t(`about_${about}`) : t("aboutText", { about: t(`about_${about}`), text });
  };
}

/** Converts a whole message for `useShortText`. */
export const saidBy = (message: Message): Said => ({
  type: message.type,
  body: message.body,
  about: aboutOf(message, message.error_code),
});
