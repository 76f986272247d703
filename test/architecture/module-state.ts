/**
 * Classes that may be instantiated at the top level of a module, because their objects contain nothing mutable.
 * `CacheSlot` only names a place in the caches.
 */
const UNCHANGING = ["Set", "Map", "RegExp", "URL", "Uint8Array", "TextEncoder", "TextDecoder", "CacheSlot"];

/**
 * Returns the names of the mutable declarations at a module's top level: variables, empty collections, stateful
 * objects.
 */
export function moduleStateIn(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)];
  const empty = [
    ...text.matchAll(/^(?:export )?const (\w+)\b(?!: readonly|: Readonly)[^=\n]*= (?:\[\]|\{\}|\{ \w+: null \});$/gm),
  ];
  const made = [...text.matchAll(/^(?:export )?const (\w+)[^=\n]*= new (\w+)(?:<.*>)?\((.*)/gm)].filter(
    ([, name = "", type = "", rest = ""]) =>
      !UNCHANGING.includes(type) || (/^(Map|Set)$/.test(type) && (rest.startsWith(")") || isWrittenTo(text, name))),
  );
  const fixed = [...text.matchAll(/^ +(?:\w+ )*static (?:readonly )?#?(\w+)[^=\n]*= new (?:Weak)?(?:Map|Set)\b/gm)];
  return [...variables, ...empty, ...made, ...fixed].map(([, name = ""]) => name);
}

const isWrittenTo = (text: string, name: string) =>
  ["set", "add", "delete", "clear"].some((verb) => text.includes(`${name}.${verb}(`));
