import type * as z from "zod";
import { protectionSettingsPatch } from "../../../core/contracts/protection.ts";
import { KeyHeaders } from "../../../functions/api/idempotent.ts";
import { loadApi } from "./every-route.ts";

/** The parts of a zod schema's internal definition that the walk uses. */
interface Inner {
  type: string;
  error?: (issue: object) => unknown;
  checks?: { _zod: { def: Check } }[];
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
}

/** A single rule of a schema. */
export interface Check {
  check: string;
  abort?: boolean;
  maximum?: number;
  error?: (issue: object) => unknown;
}

/** A schema somewhere in a request, and the name of its place, such as `messages.send body.media.mimetype`. */
export interface Place {
  name: string;
  part: string;
  field: string;
  type: string;
  checks: Check[];
  /** The messages that the schema's own rules produce, without those from `functions/api/validate.ts`. */
  sentences: string[];
}

/**
 * Returns every schema in every part of each route's request, including those that a route's operation checks itself.
 */
export async function requestPlaces(): Promise<Place[]> {
  const { routes } = await loadApi();
  const parts = ["params", "query", "headers", "body"] as const;
  const own = [...routes.values()].flatMap(({ id, definition }) => {
    const schemas = { ...definition, headers: definition.idempotent && KeyHeaders };
    return parts.flatMap((part) => (schemas[part] ? walk(schemas[part], id, part, "") : []));
  });
  const settings = [1, 3, 7].flatMap((stage) =>
    walk(protectionSettingsPatch(stage), "instances.update", "body", "protection_settings"),
  );
  return [...own, ...settings];
}

function walk(schema: z.core.$ZodType, route: string, part: string, field: string): Place[] {
  const def = schema._zod.def as unknown as Inner; // the library's own shape, one of its many
  const checks = (def.checks ?? []).map((one) => one._zod.def);
  // A format such as z.iso.datetime is both a schema and the first of its own rules.
  const formats = "format" in def ? [def as unknown as Check] : [];
  const texts = [def, ...checks].map(({ error }) => error?.({ code: "custom", input: undefined }));
  const sentences = texts.filter((text) => typeof text === "string");
  const here = {
    name: `${route} ${part}${field && `.${field}`}`,
    part,
    field,
    type: def.type,
    checks: [...formats, ...checks],
    sentences,
  };
  const deeper = [def.innerType, def.element, def.in, def.out, def.keyType, def.valueType, def.left, def.right];
  return [
    here,
    ...[...deeper, ...(def.options ?? [])].flatMap((one) => (one ? walk(one, route, part, field) : [])),
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) =>
      walk(one, route, part, field === "" ? name : `${field}.${name}`),
    ),
  ];
}
