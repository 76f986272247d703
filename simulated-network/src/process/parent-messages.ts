import * as z from "zod";
import type { ClockRequest } from "./clock-request.ts";
import type { OwnersRequest } from "./owners-paths.ts";

/** The settings of the network's process, as JSON in NETWORK_CONFIG. Port 0 = any free port. */
export const NetworkConfig = z.object({
  /** The keys by which clients trust the network are derived from its name. */
  name: z.string().min(1).default("simulated messaging network"),
  port: z.int().min(0).max(65535),
  /** null = no sandbox API. */
  sandboxPort: z.int().min(0).max(65535).nullable(),
  /** null = in memory. */
  dataDir: z.string().nullable(),
  /** Paths of the HTTP API that the parent answers. */
  ownersPaths: z.array(z.string().startsWith("/")).default([]),
  clockOffsetMs: z.number().default(0),
});
/** The configuration after parsing. */
export type NetworkConfig = z.infer<typeof NetworkConfig>;
/** The configuration as given: values with a default may be left out. */
export type GivenNetworkConfig = z.input<typeof NetworkConfig>;

/** The id of a parent's question; the answer repeats it. */
const QuestionId = z.union([z.string(), z.number()]);

/** The messages from the parent: a move of the clock, a question, an answer, the end. */
export const ParentMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("clock"), offsetMs: z.number() }),
  z.object({ kind: z.literal("idle?"), id: QuestionId }),
  z.object({ kind: z.literal("clock-moved"), id: z.number(), now: z.string(), settled: z.boolean() }),
  z.object({ kind: z.literal("answer"), id: z.number(), status: z.int(), body: z.unknown() }),
  z.object({ kind: z.literal("stop") }),
]);
/** One message of the parent. */
export type ParentMessage = z.infer<typeof ParentMessage>;

/** The messages to the parent. */
export type ChildMessage =
  | {
      readonly kind: "ready";
      readonly url: string;
      readonly rootPublicKey: string;
      readonly sandboxUrl: string;
      readonly mediaCaFile: string;
      readonly mediaHost: string;
    }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "idle"; readonly id: string | number; readonly idle: boolean }
  | { readonly kind: "move-clock"; readonly id: number; readonly request: ClockRequest }
  | { readonly kind: "request"; readonly id: number; readonly request: OwnersRequest };
