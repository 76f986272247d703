import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWords } from "../words/use-words.ts";
import { Button, IconButton } from "./Button.tsx";

/**
 * A button that saves a list as a file. @param children receives a function that closes the dialog, and returns the
 * dialog that saves the list.
 */
export function SaveButton({
  children,
  isIcon = false,
}: {
  children: (close: () => void) => ReactNode;
  isIcon?: boolean;
}) {
  const t = useWords("common");
  const [isOpen, open] = useState(false);
  const icon = <Download aria-hidden="true" />;
  return (
    <>
      {isIcon ? (
        <IconButton isSmall label={t("saveTable")} icon={icon} onPress={() => open(true)} />
      ) : (
        <Button icon={icon} onPress={() => open(true)}>
          {t("saveTable")}
        </Button>
      )}
      {isOpen ? children(() => open(false)) : null}
    </>
  );
}
