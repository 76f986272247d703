import type { proto } from "@whiskeysockets/baileys";
import type { OfferedAction } from "../../../../core/contracts/content/actions.ts";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { type Foreign, takenItems } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { flowActions } from "./flow-actions.ts";
import { paymentInFlow } from "./flow-payment.ts";
import { readHeader, underHeader } from "./offer-header.ts";
import { action, withActions } from "./offered-action.ts";
import { takenMark, takenTitle, wordsOf } from "./words.ts";

const { actionsMax } = CONTENT_LIMITS;
/** The maximum number of side-by-side cards to read. Businesses may send ten. */
const MOST_CARDS = 20;

type Offer = Foreign<proto.Message.IInteractiveMessage>;

/** Reads an offer in the newest format: buttons, a shop, a collection, or side-by-side cards. */
export const readInteractive: ContentReader<"interactiveMessage"> = (part) => {
  const cards = takenItems(part.carouselMessage?.cards, MOST_CARDS);
  const header = readHeader(part.header) ?? firstFile(cards);
  const body = wordsOf(wordsIn(part), ...cards.map(wordsIn));
  const actions = [
    ...actionsIn(part),
    ...cards.flatMap((card, index) => actionsIn(card).map((one) => ({ ...one, card: index + 1 }))),
  ];
  const payment = paymentInFlow(part);
  return { ...underHeader(header, body), details: { ...withActions(actions), ...(payment && { payment }) } };
};

function wordsIn({ header, body, footer }: Offer): string | null {
  const above = readHeader(header)?.body;
  return wordsOf(
    above,
    takenText(header?.title),
    takenText(header?.subtitle),
    takenText(body?.text),
    takenText(footer?.text),
  );
}

function firstFile(cards: Offer[]): ContentReading | null {
  const headers = cards.map((card) => readHeader(card.header)).filter((header) => header !== null);
  return headers.find(({ file }) => file !== undefined) ?? headers[0] ?? null;
}

function actionsIn({ nativeFlowMessage, shopStorefrontMessage, collectionMessage }: Offer): OfferedAction[] {
  const flows = takenItems(nativeFlowMessage?.buttons, actionsMax).flatMap(({ name, buttonParamsJson }) =>
    flowActions({ name, params: buttonParamsJson }),
  );
  const shops = [shopStorefrontMessage, collectionMessage].flatMap((shop) =>
    shop ? [action("other", { id: takenMark(shop.id), text: takenTitle(shop.id) })] : [],
  );
  return [...flows, ...shops];
}
