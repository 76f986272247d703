import { aboutOf } from "../../../../core/contracts/content/about.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import { useWords } from "../../words/use-words.ts";

/** The message fields needed for a list row, a quote or a screen reader announcement. */
type Said = Pick<Message, "type" | "body"> & { about?: ReturnType<typeof aboutOf> };

/**
 * Returns a function that describes a message in one line, using the stranger's text itself, the message's kind and
 * title, such as `Event: Tasting`, or its kind alone, such as `Picture`.
 */
export function useShortText(): (said: Said) => string {
  const types = useWords("chats");
  const t = useWords("content");
  return ({ type, body, about }) => {
    const text = body === null || body === "" ? null : body;
    if (about === undefined) return text ?? types(`type_${type}`);
    return text === null ? t(`about_${about}`) : t("aboutText", { about: t(`about_${about}`), text });
  };
}

/** Converts a full message to the form that `useShortText` needs. */
export const saidBy = (message: Message): Said => ({
  type: message.type,
  body: message.body,
  about: aboutOf(message, message.error_code),
});
