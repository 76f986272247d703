import * as z from "zod";
import type { AccountId, InstanceId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/**
 * Owner ids start with this prefix if the owner's data key seals proxy URLs. Since the owner isn't the account itself,
 * access can be granted separately.
 */
export const PROXY_OWNER_PREFIX = "proxy_";

/** Returns the owner of the data key that seals the account's proxy URLs and nothing else. */
export const proxyOwner = (account: AccountId) => ({ account_id: `${PROXY_OWNER_PREFIX}${account}` });

/** Returns the place of an instance's proxy. A sealed URL is bound to its place. */
export const proxyPlace = (instance: InstanceId) => `proxy/${instance}/url`;

/** The parts of a number's proxy that can be shown. */
export const InstanceProxy = z
  .object({
    host: z.string().meta({ description: "Host and port", example: "proxy.example.com:1080" }),
    last4: z.string().nullable().meta({
      description:
        "The last 4 characters of the user name; null if there is none, or if it is shorter than 8 characters",
      example: "es-7",
    }),
  })
  .meta({ id: "InstanceProxy", description: "The proxy for a number's connections. Its url is never shown again" });
export type InstanceProxy = z.infer<typeof InstanceProxy>;

/** A proxy in a request. */
export const ProxyBody = z.object({
  url: text(
    LIMITS.proxyUrlMaxChars,
    `The url is longer than ${LIMITS.proxyUrlMaxChars} characters. Use a shorter one.`,
  ).meta({ example: "socks5://user:password@proxy.example.com:1080" }),
});

/** POST /v1/instances/{id}/proxy/test. */
export const ProxyTest = z
  .object({
    ok: z.boolean(),
    ms: z
      .int()
      .nullable()
      .meta({ description: "How long it took to connect, in milliseconds; null if no connection was made" }),
    error: z.string().nullable().meta({ description: "What is wrong and what to do; null if the proxy works" }),
    tests_left_today: z.int(),
  })
  .meta({ id: "ProxyTest" });
export type ProxyTest = z.infer<typeof ProxyTest>;
