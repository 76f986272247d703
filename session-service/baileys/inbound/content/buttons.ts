import type { proto } from "@whiskeysockets/baileys";
import type { OfferedAction } from "../../../../core/contracts/content/actions.ts";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { type Foreign, takenItems } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader } from "./content-reading.ts";
import { flowActions } from "./flow-actions.ts";
import { readHeader, underHeader } from "./offer-header.ts";
import { action, withActions } from "./offered-action.ts";
import { takenMark, takenSentence, takenTitle, wordsOf } from "./words.ts";

const { actionsMax } = CONTENT_LIMITS;

/** Reads buttons in the oldest format, below a text and an optional header. */
export const readButtons: ContentReader<"buttonsMessage"> = (part) => {
  const header = readHeader(part);
  const body = wordsOf(header?.body, takenText(part.text), takenText(part.contentText), takenText(part.footerText));
  const actions = takenItems(part.buttons, actionsMax).flatMap(actionsOf);
  return { ...underHeader(header, body), details: withActions(actions) };
};

function actionsOf(button: Foreign<proto.Message.ButtonsMessage.IButton>): OfferedAction[] {
  const { nativeFlowInfo, buttonId, buttonText } = button;
  if (nativeFlowInfo) return flowActions({ name: nativeFlowInfo.name, params: nativeFlowInfo.paramsJson });
  return [action("reply", { text: takenTitle(buttonText?.displayText), id: takenMark(buttonId) })];
}

/** Reads a list of rows or of products that opens when it is tapped. */
export const readList: ContentReader<"listMessage"> = (part) => {
  const body = wordsOf(takenText(part.title), takenText(part.description), takenText(part.footerText));
  const rows = takenItems(part.sections, actionsMax).flatMap((section) =>
    takenItems(section.rows, actionsMax).map((row) =>
      action("row", {
        text: takenTitle(row.title),
        id: takenMark(row.rowId),
        description: takenSentence(row.description),
        section: takenTitle(section.title),
      }),
    ),
  );
  const products = takenItems(part.productListInfo?.productSections, actionsMax).flatMap((section) =>
    takenItems(section.products, actionsMax).map(({ productId }) =>
      action("other", { id: takenMark(productId), section: takenTitle(section.title) }),
    ),
  );
  return { type: "text", body, details: withActions([...rows, ...products]) };
};
