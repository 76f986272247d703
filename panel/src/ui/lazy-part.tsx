import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never;

/**
 * A part of a page, such as a dialog, that loads when first shown, because most visits never open it.
 * @param name the part's name among its file's exports.
 * @param fallback shown until then, or what makes it of the part's props.
 */
export function lazyPart<Parts extends object, Name extends keyof Parts & string>(
  load: () => Promise<Parts>,
  name: Name,
  fallback: ReactNode | ((props: PropsOf<Parts[Name]>) => ReactNode) = null,
): (props: PropsOf<Parts[Name]>) => ReactNode {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> })); // its props are checked above
  return (props) => (
    <Suspense fallback={typeof fallback === "function" ? fallback(props) : fallback}>
      <Part {...(props as object)} />
    </Suspense>
  );
}
