// Tests: test/browser/dashboard.test.ts.
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from '../shell/current-store.ts';
import classes from './look.module.css';
import { type Look, previewAddress } from './look.ts';

interface WidgetPreviewProps {
  readonly look: Look;
  readonly q: string;
  readonly onQuery: (q: string) => void;
}

/**
 * Shows the widget itself in a frame, bound to a search box in a page of its own (preview.ts). What is typed there is
 * reported to this page, and another `q` of this page is put there. Makes no call itself.
 */
export function WidgetPreview({ look, q, onQuery }: WidgetPreviewProps) {
  const { storeId, store } = useStore();
  const typed = useRef(q);
  typed.current = q;
  // Another look loads another page, with the typed text filled in; typing alone loads nothing.
  const address = useMemo(
    () => previewAddress({ storeId, locale: store.locale }, look, typed.current),
    [storeId, store.locale, look],
  );
  useEffect(() => {
    const listen = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin) return;
      const { preview, q: next } = (data ?? {}) as { preview?: unknown; q?: unknown };
      if (preview !== storeId || typeof next !== 'string') return;
      reported.current = next;
      onQuery(next);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [storeId, onQuery]);
  const frame = useRef<HTMLIFrameElement>(null);
  const reported = useRef(q);
  // Another query of the page goes into the frame; what the frame has reported is there already.
  useEffect(() => {
    if (q === reported.current.trim()) return;
    reported.current = q;
    frame.current?.contentWindow?.postMessage({ preview: storeId, q }, location.origin);
  }, [q, storeId]);
  return (
    <section className={classes.frame} data-screen={look.screen} aria-label="As a shopper sees it">
      <iframe
        ref={frame}
        key={address}
        className={classes.screen}
        src={address}
        title="Search box with the widget"
      />
    </section>
  );
}
