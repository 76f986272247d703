import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import css from "./Toasts.module.css";

type Tell = (text: string) => void;

const ToastContext = createContext<Tell>(() => undefined);

const SHOWN_MS = 5_000;

/**
 * Provides toasts, which briefly confirm that something was done. @returns a function that shows a sentence as a toast.
 */
export const useToast = (): Tell => useContext(ToastContext);

/** The container for toasts. Screen readers announce each toast once. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ id: number; text: string }[]>([]);
  const tell = useCallback<Tell>((text) => {
    const id = performance.now();
    setShown((before) => [...before.slice(-2), { id, text }]);
    setTimeout(() => setShown((before) => before.filter((one) => one.id !== id)), SHOWN_MS);
  }, []);
  const value = useMemo(() => tell, [tell]);
  return (
    <ToastContext value={value}>
      {children}
      <div role="status" aria-live="polite" className={css.toasts}>
        {shown.map(({ id, text }) => (
          <p key={id} className={css.toast}>
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
