import * as z from "zod";
import { ROLES } from "./panel/roles.ts";

/** A team member as shown by the API. Spec: GET /v1/members. */
export const TeamMember = z
  .object({
    id: z
      .string()
      .meta({ description: "The value for `assigned_to`. Messages that the member sent have it as `user_id`" }),
    name: z.string().nullable(),
    role: z.enum(ROLES).meta({ description: "Chats can't be assigned to a viewer, because viewers can't answer" }),
  })
  .meta({ id: "TeamMember" });
export type TeamMember = z.infer<typeof TeamMember>;
