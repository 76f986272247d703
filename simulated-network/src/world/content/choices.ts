import { proto } from "@whiskeysockets/baileys";

/** A pressed button. `as` is the form of the message that offered the button. */
export interface NewButtonReply {
  readonly id: string;
  readonly text?: string | undefined;
  readonly as: "buttons" | "template" | "interactive";
}

/** A row chosen from a list. */
export interface NewListReply {
  readonly id: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** The answers in a filled-in form. */
export interface NewFlowReply {
  readonly name: string;
  readonly text: string;
  readonly response: Record<string, unknown>;
}

/** Builds the message for a pressed button. Some phones omit the button's text. */
export function writeButtonReply({ id, text, as }: NewButtonReply): proto.IMessage {
  if (as === "template") return { templateButtonReplyMessage: { selectedId: id, selectedDisplayText: text } };
  if (as === "interactive") return flowResponse("quick_reply", text, { id });
  const { Type } = proto.Message.ButtonsResponseMessage;
  return { buttonsResponseMessage: { selectedButtonId: id, selectedDisplayText: text, type: Type.DISPLAY_TEXT } };
}

/** Builds the message for a chosen row. */
export function writeListReply({ id, title, description }: NewListReply): proto.IMessage {
  return {
    listResponseMessage: {
      title,
      description,
      listType: proto.Message.ListResponseMessage.ListType.SINGLE_SELECT,
      singleSelectReply: { selectedRowId: id },
    },
  };
}

/** Builds the message for a filled-in form. */
export function writeFlowReply({ name, text, response }: NewFlowReply): proto.IMessage {
  return flowResponse(name, text, response);
}

function flowResponse(name: string, text: string | undefined, params: Record<string, unknown>): proto.IMessage {
  return {
    interactiveResponseMessage: {
      body: { text },
      nativeFlowResponseMessage: { name, paramsJson: JSON.stringify(params), version: 3 },
    },
  };
}
