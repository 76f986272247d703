import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { words } from "../text.ts";

const name = words("name", LIMITS.labelNameMaxChars, { trimmed: true });

const COLOR_RULE = "Use a color from 0 to 19, its place in the phone's palette.";
const color = z.int(COLOR_RULE).min(0, COLOR_RULE).max(19, COLOR_RULE);

/** A label for an instance's chats. Spec: labels. */
export const Label = z
  .object({
    id: z.int().min(1).meta({ example: 1 }),
    name: z.string().meta({ example: "New customer" }),
    color: z
      .int()
      .min(0)
      .max(19)
      .meta({ description: "The color's place in the phone's palette, 0 to 19", example: 4 }),
    count: z.int().min(0).meta({ description: "The number of chats with this label" }),
    synced: z.boolean().nullable().meta({
      description:
        "Whether the label has the same name and color on the phone; null if the number's phone has no labels",
    }),
  })
  .meta({ id: "Label" });
export type Label = z.infer<typeof Label>;

/** POST /v1/instances/{id}/labels. */
export const CreateLabelBody = z.object({ name, color });

/** PATCH /v1/instances/{id}/labels/{label}: send only what changes. */
export const UpdateLabelBody = z.object({ name: name.optional(), color: color.optional() });

const IDS_RULE = `List the ids of at most ${LIMITS.labelsOfChatMax} labels, each only once. An empty list removes all labels.`;

/** PUT /v1/instances/{id}/chats/{chat}/labels: replaces the whole set. */
export const SetLabelsBody = z.object({
  label_ids: z
    .array(z.int(IDS_RULE).min(1, IDS_RULE), IDS_RULE)
    .max(LIMITS.labelsOfChatMax, { error: IDS_RULE, abort: true })
    .refine((ids) => new Set(ids).size === ids.length, IDS_RULE)
    .meta({ description: "All the labels that the chat should have", example: [1] }),
});
