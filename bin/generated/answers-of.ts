/** The parts of an API description that operations reference by name. */
interface Named<Answer> {
  components: { responses?: Record<string, Answer> };
}

/**
 * Returns an operation's responses by status, resolving references to `components.responses`.
 * @throws a one-sentence Error if an operation refers to a response that the document doesn't contain.
 */
export function answersOf<Answer extends object>(
  responses: Record<string, Answer | { $ref: string }>,
  { components }: Named<Answer>,
): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      if (!("$ref" in answer)) return [status, answer];
      const name = answer.$ref.replace("#/components/responses/", "");
      const named = components.responses?.[name];
      if (named === undefined) throw new Error(`The description has no answer ${answer.$ref}.`);
      return [status, named];
    }),
  );
}
