// Tests: test/browser/dashboard-install.test.ts.
import { useState } from 'react';
import type { Look } from '../../parts/look.ts';
import { LookBar } from '../../parts/look-bar.tsx';
import { Panel } from '../../parts/panel.tsx';
import { WidgetPreview } from '../../parts/widget-preview.tsx';
import classes from './install.module.css';

interface LookPanelProps {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

/** Chooses a look beside the widget itself, on the store's own products. Makes no call itself and saves nothing. */
export function LookPanel({ look, onLook }: LookPanelProps) {
  const [q, setQuery] = useState('');
  return (
    <Panel
      title="Look"
      lead="Theme, products, number and language stand in the line above. Colours and screen are only for looking: in your shop they are those of the page."
    >
      <LookBar look={look} onLook={onLook} />
      <div className={classes.stage} data-screen={look.screen}>
        <WidgetPreview look={look} q={q} onQuery={setQuery} />
      </div>
    </Panel>
  );
}
