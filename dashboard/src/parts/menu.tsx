/**
 * A button that opens a list of actions beside it. Mantine's own menu would bring 30 kB to the first page, since it reckons where there
 * is room; this one opens where it is asked to. Makes no call.
 */
// Tests: test/browser/dashboard.test.ts.
import { Box, UnstyledButton } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import classes from './menu.module.css';

interface MenuProps {
  /** What the button shows; also the name of the list. */
  readonly button: ReactNode;
  readonly className: string | undefined;
  readonly opens: 'above' | 'below';
  /** Labels, lines and `MenuItem`s. */
  readonly children: ReactNode;
}

/** The items are walked with the arrows, Home and End; Escape, Tab and a choice close the list. */
export function Menu({ button, className, opens, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) itemsOf(list.current)[0]?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    target.current?.focus();
  };
  const steer = (event: KeyboardEvent) => {
    const items = itemsOf(list.current);
    const at = items.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (next !== undefined) items.at(next % items.length)?.focus();
    else return;
    event.preventDefault();
    // The drawer around it closes by Escape, too.
    event.stopPropagation();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    <Box className={classes.place ?? ''} onBlur={leave}>
      <UnstyledButton
        ref={target}
        className={className ?? ''}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </UnstyledButton>
      {isOpen && (
        <div
          ref={list}
          role="menu"
          tabIndex={-1}
          aria-label="Actions"
          className={`${classes.list} ${classes[opens]}`}
          onKeyDown={steer}
          onClick={close}
        >
          {children}
        </div>
      )}
    </Box>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

interface MenuItemProps {
  readonly icon: IconName;
  readonly isChecked?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** One action of a menu. */
export function MenuItem({ icon, isChecked = false, onClick, children }: MenuItemProps) {
  return (
    <UnstyledButton role="menuitem" tabIndex={-1} className={classes.item ?? ''} onClick={onClick}>
      <Icon name={icon} size={16} />
      <span className={classes.words}>{children}</span>
      {isChecked && <Icon name="check" size={16} />}
    </UnstyledButton>
  );
}

/** Names the items that follow. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className={classes.label}>
      {children}
    </div>
  );
}

/** A line between groups of items. */
export function MenuLine() {
  return <hr className={classes.line} />;
}
