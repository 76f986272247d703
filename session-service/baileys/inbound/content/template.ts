import type { proto } from "@whiskeysockets/baileys";
import type { OfferedAction } from "../../../../core/contracts/content/actions.ts";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { type Foreign, takenItems } from "../bounds/foreign.ts";
import { takenText, takenUrl } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { readInteractive } from "./interactive.ts";
import { readHeader, underHeader } from "./offer-header.ts";
import { action, withActions } from "./offered-action.ts";
import { cutText, takenMark, takenTitle, wordsOf } from "./words.ts";

const { actionsMax, urlMaxChars, phoneMaxChars, nameMaxChars } = CONTENT_LIMITS;
/** The maximum number of values to fill into a template text. */
const MOST_PARAMS = 100;
/** The network's own limit for the length of a text. */
const LONGEST_CHARS = 65_536;

type Template = Foreign<proto.Message.ITemplateMessage>;
type Hydrated = Foreign<proto.Message.TemplateMessage.IHydratedFourRowTemplate>;
type Bare = Foreign<proto.Message.TemplateMessage.IFourRowTemplate>;
type Structured = Foreign<proto.Message.IHighlyStructuredMessage>;

/** Reads a business's template, with its texts filled in or still blank. The same text can appear in several fields. */
export const readTemplate: ContentReader<"templateMessage"> = (part) => templateOf(part);

/**
 * Reads the older template format, which consists of a template's name and the values for its texts. Phones don't
 * receive the texts themselves.
 */
export const readStructured: ContentReader<"highlyStructuredMessage"> = (part) =>
  (part.hydratedHsm && templateOf(part.hydratedHsm)) ?? { type: "text", body: structuredText(part) };

function templateOf(template: Template): ContentReading | null {
  const { hydratedFourRowTemplate, hydratedTemplate, fourRowTemplate, interactiveMessageTemplate } = template;
  const hydrated = hydratedFourRowTemplate ?? hydratedTemplate;
  if (hydrated) return hydratedOf(hydrated);
  if (interactiveMessageTemplate) return readInteractive(interactiveMessageTemplate);
  return fourRowTemplate ? bareOf(fourRowTemplate) : null;
}

function hydratedOf(part: Hydrated): ContentReading {
  const header = readHeader(part);
  const body = wordsOf(
    header?.body,
    takenText(part.hydratedTitleText),
    takenText(part.hydratedContentText),
    takenText(part.hydratedFooterText),
  );
  const actions = takenItems(part.hydratedButtons, actionsMax).flatMap(
    ({ quickReplyButton: reply, urlButton: link, callButton: call }): OfferedAction[] => {
      if (reply) return [action("reply", { text: takenTitle(reply.displayText), id: takenMark(reply.id) })];
      if (link) return [action("url", { text: takenTitle(link.displayText), url: takenUrl(link.url) })];
      if (!call) return [];
      return [
        action("call", { text: takenTitle(call.displayText), phone: takenText(call.phoneNumber, phoneMaxChars) }),
      ];
    },
  );
  return { ...underHeader(header, body), details: withActions(actions) };
}

function bareOf(part: Bare): ContentReading {
  const header = readHeader(part);
  const [title, content, footer] = [part.highlyStructuredMessage, part.content, part.footer].map(structuredText);
  const actions = takenItems(part.buttons, actionsMax).flatMap(
    ({ quickReplyButton: reply, urlButton: link, callButton: call }): OfferedAction[] => {
      if (reply) return [action("reply", { text: cut(reply.displayText, nameMaxChars), id: takenMark(reply.id) })];
      if (link) {
        return [action("url", { text: cut(link.displayText, nameMaxChars), url: cut(link.url, urlMaxChars) })];
      }
      if (!call) return [];
      const phone = cut(call.phoneNumber, phoneMaxChars);
      return [action("call", { text: cut(call.displayText, nameMaxChars), phone })];
    },
  );
  return { ...underHeader(header, wordsOf(header?.body, title, content, footer)), details: withActions(actions) };
}

const cut = (part: Structured | null | undefined, maxChars: number) => cutText(structuredText(part), maxChars);

/**
 * Returns what can be shown of a template whose text is missing: the values to fill in or, if there are none, the
 * template's name.
 */
function structuredText(part: Structured | null | undefined): string | null {
  if (!part) return null;
  const values = takenItems(part.params, MOST_PARAMS).map((one) => takenText(one));
  const locals = takenItems(part.localizableParams, MOST_PARAMS).map((one) => takenText(one.default));
  const said = [...values, ...(values.length === 0 ? locals : [])].filter((one) => one !== null);
  return said.length > 0 ? cutText(said.join(" "), LONGEST_CHARS) : takenText(part.elementName);
}
