import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never;

/**
 * Creates a component for part of a page, such as a dialog, that is loaded when first shown, because most visits never
 * open it.
 * @param name the name under which the component's file exports it.
 * @param fallback shown while the component is loading. Can be a function of the component's props.
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
