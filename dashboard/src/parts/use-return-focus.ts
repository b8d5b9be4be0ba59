// Tests: test/browser/dashboard-readers.test.ts.
import { useEffect, useState } from 'react';

/**
 * Gives the focus back to the button that opened this part once the part is gone. For dialogs and forms that are made when they open:
 * Mantine's own return of the focus needs a dialog that was there before. A button that was drawn again is found by its name.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!(opener instanceof HTMLElement)) return;
      const name = opener.ariaLabel;
      const again = opener.isConnected
        ? opener
        : [...document.querySelectorAll('button')].find(
            ({ ariaLabel }) => name !== null && ariaLabel === name,
          );
      again?.focus({ preventScroll: true });
    },
    [opener],
  );
}
