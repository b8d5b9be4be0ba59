// Tests: test/browser/dashboard-ranking.test.ts.
import { useDebouncedValue } from '@mantine/hooks';
import type { RankingPreviewBody } from '../../../../contract/ranking.ts';
import type { RankingSettings } from '../../../../contract/words/ranking.ts';
import { useDryRun } from '../../api/call.ts';

/** The pause after the last change before a preview is asked for, in ms. Chosen: a preview reads the whole catalog. */
const changePauseMs = 500;

/** What a draft would do, while it is written. */
export interface PreviewState {
  /** The last answer, which may be of an earlier draft; null before the first. */
  readonly last: RankingPreviewBody | null;
  /** The answer to the present draft; null while it is awaited. */
  readonly found: RankingPreviewBody | null;
  /** Null where the last preview did not fail. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Asks what settings would do (`POST /ranking/preview`); null asks nothing. The last answer stays until the next one is there. */
export function useRankingPreview(storeId: string, settings: RankingSettings | null): PreviewState {
  const question = settings === null ? '' : JSON.stringify(settings);
  const [asked] = useDebouncedValue(question, changePauseMs);
  const preview = useDryRun(
    storeId,
    'POST /ranking/preview',
    asked === '' ? null : { body: JSON.parse(asked) as RankingSettings },
  );
  const isStale = preview.isPlaceholderData || asked !== question;
  const last = (question === '' ? null : preview.data) ?? null;
  return {
    last,
    found: isStale ? null : last,
    error: isStale ? null : preview.error,
    retry: () => void preview.refetch(),
  };
}
