import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';

/** The merchant's object, as it was received. */
export function RawPanel({ raw }: { readonly raw: unknown }) {
  return (
    <Panel
      title="What you sent"
      lead="As it was received; columns of a file stand under the fields they were given to."
    >
      <CodeBlock label="what you sent" text={JSON.stringify(raw, null, 2)} />
    </Panel>
  );
}
