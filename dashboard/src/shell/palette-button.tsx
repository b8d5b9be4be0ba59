// Tests: test/browser/dashboard-palette.test.ts.
import { UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Icon } from '../parts/icon.tsx';
import classes from './palette.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the field that leads to any search, product or page; Ctrl K or ⌘ K opens it from anywhere, in a field too. Makes no call. */
export function PaletteButton() {
  const [isOpen, palette] = useDisclosure(false);
  useHotkeys([['mod+K', palette.toggle]], []);
  return (
    <>
      <UnstyledButton className={classes.button} onClick={palette.open} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" size={16} />
        <span className={classes.label}>Go to …</span>
        <span className={classes.keys} aria-hidden="true">
          {/Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette onClose={palette.close} />
        </Suspense>
      )}
    </>
  );
}
