import * as z from "zod";
import { ROLES } from "./panel/roles.ts";

/** A team member as shown by the API. Spec: GET /v1/members. */
export const TeamMember = z
  .object({
    id: z.string().meta({ description: "For `assigned_to`; also the `user_id` of messages that they sent" }),
    name: z.string().nullable(),
    role: z.enum(ROLES).meta({ description: "A viewer answers nobody, so no chat can be assigned to them" }),
  })
  .meta({ id: "TeamMember" });
export type TeamMember = z.infer<typeof TeamMember>;
