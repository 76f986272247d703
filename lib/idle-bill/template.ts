/** A resource in a synthesised template. */
export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** A synthesised template, as far as the bill reads it. */
export interface BilledTemplate {
  Resources?: Record<string, TemplateResource>;
}

/** All resources in a stage's templates, by their logical ids, which differ between our stacks. */
export type Resources = ReadonlyMap<string, TemplateResource>;

/** Reads a deeply nested value; undefined if there is none. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[key]; // an object's keys are looked up by name
  }
  return found;
}

/** Returns the logical id that a reference points to; null if it isn't a reference. */
export function idOf(reference: unknown): string | null {
  const id = at(reference, "Ref") ?? at(reference, "Fn::GetAtt", 0);
  return typeof id === "string" ? id : null;
}

/** Returns the members of a list; none if it isn't a list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns all resources of a type. */
export const ofType = (all: Resources, type: string): TemplateResource[] =>
  [...all.values()].filter(({ Type }) => Type === type);
