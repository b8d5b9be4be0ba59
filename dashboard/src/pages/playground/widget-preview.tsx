import { useEffect, useMemo, useRef } from 'react';
import { type Look, previewAddress } from './look.ts';
import classes from './playground.module.css';

interface WidgetPreviewProps {
  readonly storeId: string;
  readonly look: Look;
  readonly q: string;
  readonly onQuery: (q: string) => void;
}

/** The widget itself, bound to a search box in a page of its own. */
export function WidgetPreview({ storeId, look, q, onQuery }: WidgetPreviewProps) {
  const typed = useRef(q);
  typed.current = q;
  // Another look is another page, which begins with what was typed; typing alone leaves the page as it is.
  const address = useMemo(() => previewAddress(storeId, look, typed.current), [storeId, look]);
  useEffect(() => {
    const listen = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin) return;
      const { preview, q: next } = (data ?? {}) as { preview?: unknown; q?: unknown };
      if (preview === storeId && typeof next === 'string') onQuery(next);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [storeId, onQuery]);
  return (
    <section className={classes.frame} data-screen={look.screen} aria-label="As a shopper sees it">
      <iframe key={address} className={classes.screen} src={address} title="Search box with the widget" />
    </section>
  );
}
