/** Types of messages. Spec: Resources › Message, `type`. */
export const MESSAGE_TYPES = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contact",
  "poll",
  "order",
  "product",
] as const;
