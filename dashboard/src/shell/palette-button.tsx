// Tests: test/browser/dashboard-palette.test.ts.
import { UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { Icon } from '../parts/icon.tsx';
import classes from './palette.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the field that leads to any search, product or page. Makes no call. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <UnstyledButton className={classes.button} onClick={onOpen} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" size={16} />
      <span className={classes.label}>Go to …</span>
      <span className={classes.keys} aria-hidden="true">
        {/Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
      </span>
    </UnstyledButton>
  );
}

/** The one palette of the shell; Ctrl K or ⌘ K opens and closes it from anywhere, in a field too. */
export function usePalette(): { readonly open: () => void; readonly palette: ReactNode } {
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  useHotkeys([['mod+K', toggle]], []);
  const palette = isOpen && (
    <Suspense>
      <Palette onClose={close} />
    </Suspense>
  );
  return { open, palette };
}
