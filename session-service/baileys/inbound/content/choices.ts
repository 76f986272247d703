import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import type { Interactive } from "../../../../core/contracts/content/interactive.ts";
import { takenObject, textOf } from "../bounds/json.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { takenMark, takenSentence, takenTitle } from "./words.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars, responseMaxBytes } = CONTENT_LIMITS;

/** Reads the choice of a button in the oldest format. */
export const readButtonChoice: ContentReader<"buttonsResponseMessage"> = (part) =>
  chosen("button_reply", {
    id: takenMark(part.selectedButtonId),
    title: takenTitle(part.selectedDisplayText),
    body: takenText(part.selectedDisplayText),
  });

/** Reads the choice of a template button. */
export const readTemplateChoice: ContentReader<"templateButtonReplyMessage"> = (part) =>
  chosen("button_reply", {
    id: takenMark(part.selectedId),
    title: takenTitle(part.selectedDisplayText),
    body: takenText(part.selectedDisplayText),
  });

/** Reads the choice of a list row. */
export const readRowChoice: ContentReader<"listResponseMessage"> = (part) =>
  chosen("list_reply", {
    id: takenMark(part.singleSelectReply?.selectedRowId),
    title: takenTitle(part.title),
    description: takenSentence(part.description),
    body: takenText(part.title),
  });

/** Reads the response to an offer in the newest format: a choice or a completed form. */
export const readFlowAnswer: ContentReader<"interactiveResponseMessage"> = ({ body, nativeFlowResponseMessage }) => {
  const { name, paramsJson } = nativeFlowResponseMessage ?? {};
  const params = takenObject(paramsJson);
  const id = textOf(params?.id, idMaxChars);
  const words = takenText(body?.text);
  const title = takenTitle(body?.text) ?? textOf(params?.title, nameMaxChars);
  const type = typeOf(takenTitle(name) ?? "", id);
  if (type !== "flow_reply") {
    const description = textOf(params?.description, sentenceMaxChars);
    return chosen(type, { id, title, description, body: words ?? title });
  }
  return chosen(type, { title: takenTitle(body?.text), body: words, response: params && withinLimit(params) });
};

const FORMS = ["flow", "galaxy_message"];
const LISTS = ["single_select", "menu_options"];

function typeOf(name: string, id: string | null): Interactive["type"] {
  if (LISTS.includes(name)) return "list_reply";
  return FORMS.includes(name) || id === null ? "flow_reply" : "button_reply";
}

const withinLimit = (response: Record<string, unknown>) =>
  Buffer.byteLength(JSON.stringify(response)) <= responseMaxBytes ? response : null;

/** Returns a choice. If the sender left out its text, the choice's id is used instead. */
function chosen(
  type: Interactive["type"],
  { body, ...fields }: Partial<Omit<Interactive, "type">> & { body: string | null },
): ContentReading {
  const interactive = { type, id: null, title: null, description: null, response: null, ...fields };
  return { type: "text", body: body ?? interactive.title ?? interactive.id, details: { interactive } };
}
