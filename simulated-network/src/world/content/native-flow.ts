import type { proto } from "@whiskeysockets/baileys";

/**
 * A button in the newest form. A `named` button uses the network's name for it, and its parameters are sent unchanged.
 */
export type FlowButton =
  | { readonly type: "reply"; readonly id: string; readonly text: string }
  | { readonly type: "url"; readonly text: string; readonly url: string }
  | { readonly type: "call"; readonly text: string; readonly phone: string }
  | { readonly type: "copy"; readonly text: string; readonly code: string }
  | { readonly type: "named"; readonly name: string; readonly params: Record<string, unknown> };

/** Builds a button as phones send it: a name, and parameters as JSON. */
export function flowButton(button: FlowButton): proto.Message.InteractiveMessage.NativeFlowMessage.INativeFlowButton {
  const [name, params] = nameAndParams(button);
  return { name, buttonParamsJson: JSON.stringify(params) };
}

function nameAndParams(button: FlowButton): [name: string, params: Record<string, unknown>] {
  switch (button.type) {
    case "reply":
      return ["quick_reply", { display_text: button.text, id: button.id }];
    case "url":
      return ["cta_url", { display_text: button.text, url: button.url, merchant_url: button.url }];
    case "call":
      return ["cta_call", { display_text: button.text, phone_number: button.phone }];
    case "copy":
      return ["cta_copy", { display_text: button.text, copy_code: button.code }];
    case "named":
      return [button.name, button.params];
  }
}
