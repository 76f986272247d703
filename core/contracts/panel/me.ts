import * as z from "zod";
import { PLAN_NAMES } from "../plans.ts";
import { ROLES } from "./roles.ts";

/** The panel's languages. */
export const LANGUAGES = ["en", "es", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The panel's themes. `system` follows the device's setting. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** An account that a user belongs to. */
export const MyAccount = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  plan: z.enum(PLAN_NAMES),
  trial_ends_at: z.string().nullable(),
  status: z.enum(["active", "suspended"]),
});
export type MyAccount = z.infer<typeof MyAccount>;

/** The signed-in user. */
export const Me = z.object({
  user: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string(),
    email_verified: z.boolean(),
    /** null means the browser's language. */
    language: z.enum(LANGUAGES).nullable(),
    theme: z.enum(THEMES),
    /** An IANA time zone name, or null for the browser's time zone. */
    timezone: z.string().nullable(),
  }),
  accounts: z.array(MyAccount),
  /** The account currently open in the panel, or null. */
  account_id: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  /** Whether users can create accounts on this gateway themselves. Otherwise only the operator can. */
  opens_accounts: z.boolean(),
});
export type Me = z.infer<typeof Me>;

/** One of the user's own sessions. */
export const MySession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  address: z.string(),
  browser: z.string(),
  current: z.boolean(),
});
export type MySession = z.infer<typeof MySession>;
