// Tests: test/browser/dashboard.test.ts.
import { useEffect, useRef } from 'react';

/**
 * Puts the name of the page into the window's title and moves the focus to its heading, so that people who cannot see
 * the page change hear of it. On the first page of a visit the focus stays where the browser puts it, and in a dialog that was
 * opened while the page was loading it stays, too.
 */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Foretype`;
  }, [title]);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else if (document.querySelector('[aria-modal=true]') === null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return heading;
}

let isFirstPage = true;
