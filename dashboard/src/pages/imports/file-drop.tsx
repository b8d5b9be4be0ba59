// Tests: test/browser/dashboard.test.ts.
import { Text } from '@mantine/core';
import '@mantine/dropzone/styles.layer.css';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Icon } from '../../parts/icon.tsx';
import { formatBytes } from '../../words/numbers.ts';
import classes from './file-drop.module.css';
import { type ChosenFile, readHead } from './preview-file.ts';

interface FileDropProps {
  readonly chosen: ChosenFile | null;
  readonly onChoose: (chosen: ChosenFile) => void;
}

/** Lets a person drop or choose a file and reads its head. It uploads nothing. */
export function FileDrop({ chosen, onChoose }: FileDropProps) {
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef<File>(undefined);
  const choose = async ([file]: File[]) => {
    latest.current = file;
    if (file === undefined) return;
    const outcome = await readHead(file).then(
      (head) => ({ head }),
      (error: unknown) => ({ fault: `The file could not be read: ${messageOf(error)}` }),
    );
    // Another file was dropped meanwhile.
    if (latest.current !== file) return;
    if ('head' in outcome) onChoose({ file, head: outcome.head });
    setFault('fault' in outcome ? outcome.fault : null);
  };
  // Anything is accepted, so a single file is refused for its size only.
  const refuse = (rejections: FileRejection[]) =>
    setFault(
      rejections.length > 1
        ? 'One file at a time, please.'
        : `The file is larger than ${limits.fileMaxBytes / 1_024 ** 3} GiB. Split it, and import the parts.`,
    );
  return (
    <div>
      <Dropzone
        multiple={false}
        maxSize={limits.fileMaxBytes}
        onDrop={(files) => void choose(files)}
        onReject={refuse}
        className={classes.drop ?? ''}
        data-compact={chosen !== null}
        inputProps={{ 'aria-label': 'File to import' }}
        aria-label="Drop a file here, or choose one"
      >
        <span className={classes.sign}>
          <Icon name={chosen === null ? 'upload' : 'file'} size={24} />
        </span>
        <span>
          <Text fw={600} component="span" display="block">
            {chosen === null ? 'Drop a file here, or choose one' : chosen.file.name}
          </Text>
          <Text size="sm" c="dimmed" component="span" display="block">
            {chosen === null
              ? `CSV, TSV, JSON, XML or a shop's export, up to ${limits.fileMaxBytes / 1_024 ** 3} GiB. Save spreadsheets as CSV first.`
              : `${formatBytes(chosen.file.size)}. Drop another file to replace it.`}
          </Text>
        </span>
      </Dropzone>
      {fault !== null && <FormFault>{fault}</FormFault>}
    </div>
  );
}
