import { EllipsisVertical } from "lucide-react";
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover, Text } from "react-aria-components";
import { buttonClass } from "./Button.tsx";
import field from "./Field.module.css";
import css from "./Menu.module.css";

/** A menu entry. If it has a `disabledReason`, it can't be chosen and shows the reason. */
export interface MenuAction {
  id: string;
  label: string;
  isDangerous?: boolean;
  disabledReason?: string | null;
  onAction: () => void;
}

/** A three-dot button that opens a menu of actions. */
export function Menu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={buttonClass("quiet", true)}>
        <EllipsisVertical aria-hidden="true" />
      </Button>
      <Popover className={field.popover ?? ""} placement="bottom end">
        <AriaMenu className={css.menu ?? ""}>
          {actions.map(({ id, label: name, isDangerous, disabledReason, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              className={`${field.option} ${isDangerous ? css.danger : ""} ${disabledReason ? css.off : ""}`}
              isDisabled={Boolean(disabledReason)}
              onAction={onAction}
            >
              <Text slot="label">{name}</Text>
              {disabledReason ? (
                <Text slot="description" className={field.optionHint ?? ""}>
                  {disabledReason}
                </Text>
              ) : null}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
