import { proto } from "@whiskeysockets/baileys";
import { type NewHeader, type WritingPlace, writeHeader } from "./header.ts";
import { type FlowButton, flowButton } from "./native-flow.ts";

/** A business's text, with a header and a footer. */
interface NewOffer extends NewHeader {
  readonly text: string;
  readonly footer?: string | undefined;
}

/** A text with reply buttons. */
export interface NewButtons extends NewOffer {
  readonly buttons: readonly { readonly id: string; readonly text: string }[];
}

/** A text with a list that the recipient can open. */
export interface NewList {
  readonly title?: string | undefined;
  readonly text: string;
  readonly footer?: string | undefined;
  /** The text of the button that opens the list. */
  readonly button: string;
  readonly sections: readonly {
    readonly title?: string | undefined;
    readonly rows: readonly {
      readonly id: string;
      readonly title: string;
      readonly description?: string | undefined;
    }[];
  }[];
}

/** A message template that the network has approved. */
export interface NewTemplate extends NewOffer {
  readonly buttons: readonly Extract<FlowButton, { type: "reply" | "url" | "call" }>[];
}

/** A text with buttons of any kind. */
export interface NewInteractive extends NewOffer {
  readonly buttons: readonly FlowButton[];
}

/** A text with a row of cards below it. */
export interface NewCarousel {
  readonly text: string;
  readonly footer?: string | undefined;
  readonly cards: readonly NewInteractive[];
}

/** Builds a text with buttons in the oldest form. */
export function writeButtons({ title, text, footer, buttons, ...header }: NewButtons, place: WritingPlace) {
  const { Type } = proto.Message.ButtonsMessage.Button;
  const above = writeHeader(header, place);
  return {
    buttonsMessage: {
      ...above,
      text: title,
      headerType: headerType(above, title),
      contentText: text,
      footerText: footer,
      buttons: buttons.map(({ id, text: displayText }) => ({
        buttonId: id,
        buttonText: { displayText },
        type: Type.RESPONSE,
      })),
    },
  };
}

function headerType(above: proto.IMessage, title: string | undefined): proto.Message.ButtonsMessage.HeaderType {
  const { HeaderType } = proto.Message.ButtonsMessage;
  if (above.documentMessage) return HeaderType.DOCUMENT;
  if (above.imageMessage) return HeaderType.IMAGE;
  if (above.videoMessage) return HeaderType.VIDEO;
  if (above.locationMessage) return HeaderType.LOCATION;
  return title ? HeaderType.TEXT : HeaderType.EMPTY;
}

/** Builds a list of choices. */
export function writeList({ title, text, footer, button, sections }: NewList): proto.IMessage {
  return {
    listMessage: {
      title,
      description: text,
      footerText: footer,
      buttonText: button,
      listType: proto.Message.ListMessage.ListType.SINGLE_SELECT,
      sections: sections.map(({ title: name, rows }) => ({
        title: name,
        rows: rows.map(({ id, title: choice, description }) => ({ rowId: id, title: choice, description })),
      })),
    },
  };
}

/** Builds a template, which phones receive as two fields with the same content. */
export function writeTemplate({ title, text, footer, buttons, ...header }: NewTemplate, place: WritingPlace) {
  const hydrated: proto.Message.TemplateMessage.IHydratedFourRowTemplate = {
    ...writeHeader(header, place),
    hydratedTitleText: title,
    hydratedContentText: text,
    hydratedFooterText: footer,
    hydratedButtons: buttons.map(templateButton),
  };
  return { templateMessage: { hydratedTemplate: hydrated, hydratedFourRowTemplate: hydrated } };
}

function templateButton(button: NewTemplate["buttons"][number], index: number): proto.IHydratedTemplateButton {
  const displayText = button.text;
  if (button.type === "reply") return { index, quickReplyButton: { displayText, id: button.id } };
  if (button.type === "url") return { index, urlButton: { displayText, url: button.url } };
  return { index, callButton: { displayText, phoneNumber: button.phone } };
}

/** Builds a text with buttons in the newest form. */
export function writeInteractive(offer: NewInteractive, place: WritingPlace): proto.IMessage {
  return { interactiveMessage: interactive(offer, place) };
}

/** Builds a text with a row of cards. */
export function writeCarousel({ text, footer, cards }: NewCarousel, place: WritingPlace): proto.IMessage {
  return {
    interactiveMessage: {
      body: { text },
      footer: { text: footer },
      carouselMessage: { cards: cards.map((card) => interactive(card, place)), messageVersion: 1 },
    },
  };
}

function interactive(offer: NewInteractive, place: WritingPlace): proto.Message.IInteractiveMessage {
  const { title, text, footer, buttons, ...header } = offer;
  const above = writeHeader(header, place);
  return {
    header: { title, hasMediaAttachment: Object.keys(above).length > 0, ...above },
    body: { text },
    footer: { text: footer },
    ...(buttons.length > 0 && { nativeFlowMessage: { buttons: buttons.map(flowButton), messageVersion: 1 } }),
  };
}
