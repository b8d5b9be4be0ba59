// Tests: test/browser/dashboard.test.ts.
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';

/** Shows the merchant's object as it was received. Makes no call. */
export function RawPanel({ raw }: { readonly raw: unknown }) {
  return (
    <Panel
      title="What you sent"
      lead="As it was received. Columns of a file are shown under the fields that they were mapped to."
    >
      <CodeBlock label="what you sent" text={JSON.stringify(raw, null, 2)} />
    </Panel>
  );
}
