// Tests: test/browser/dashboard.test.ts.
import { Stack, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import type { ChosenFile, Document } from './preview-file.ts';
import { type Begun, SendPanel } from './send-panel.tsx';

interface DocumentPreviewProps {
  readonly chosen: ChosenFile;
  readonly document: Document;
  readonly onBegun: (begun: Begun) => void;
}

const words: Readonly<Record<Document, { readonly title: string; readonly holds: string }>> = {
  json: {
    title: 'A JSON document',
    holds: 'A list of products, or an object with one under products, items or data.',
  },
  xml: {
    title: 'An XML document',
    holds: 'A feed for Google Merchant: RSS or Atom, with the fields of the g: namespace.',
  },
};

/** Shown for a JSON or XML file, whose fields are named: there is nothing to map, and a trial run shows what is in it. */
export function DocumentPreview({ chosen, document, onBegun }: DocumentPreviewProps) {
  const { title, holds } = words[document];
  return (
    <Stack gap="lg">
      <Panel title={title} lead={holds}>
        <Text size="sm">
          The document names its fields, so there is nothing to choose. Try it first: a trial run reads the
          whole file and shows what would be added, changed and left out. It writes nothing.
        </Text>
      </Panel>
      <SendPanel file={chosen.file} settings={{}} isTrialFirst onBegun={onBegun} />
    </Stack>
  );
}
