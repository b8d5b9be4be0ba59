import { useEffect, useRef } from 'react';

/**
 * Names the page in the window's title and moves the focus to its heading, so that who cannot see the page change
 * hears of it. The first page of a visit keeps the focus where the browser puts it.
 */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Foretype`;
  }, [title]);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

let isFirstPage = true;
