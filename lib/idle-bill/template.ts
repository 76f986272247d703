/** A resource in a synthesized template. */
export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** The parts of a synthesized template needed to calculate the bill. */
export interface BilledTemplate {
  Resources?: Record<string, TemplateResource>;
}

/** All resources in a stage's templates, by logical id. No id occurs in two of our stacks. */
export type Resources = ReadonlyMap<string, TemplateResource>;

/** Returns a deeply nested value, or undefined if it doesn't exist. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[key]; // an object's keys are looked up by name
  }
  return found;
}

/** Returns the logical id that a reference points to, or null if the value isn't a reference. */
export function idOf(reference: unknown): string | null {
  const id = at(reference, "Ref") ?? at(reference, "Fn::GetAtt", 0);
  return typeof id === "string" ? id : null;
}

/** Returns the members of a list, or an empty list if the value isn't a list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns all resources of a type. */
export const ofType = (all: Resources, type: string): TemplateResource[] =>
  [...all.values()].filter(({ Type }) => Type === type);
