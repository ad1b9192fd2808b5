import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { NewButton, newKeyword, Split } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Empty, Failure, Skeleton } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { FileForm, type Chosen } from './file-form.tsx';
import { ImportView } from './import-view.tsx';
import { MatchForm } from './match-form.tsx';

/** Files of fixtures, results and prices: shown first, then done; and matches made by hand. */
export const ImportsPage = () => {
  const t = useT();
  const queue = useQueue<{ member: string; id: string }>([], (of) => of);
  const [file, setFile] = useState<Chosen>();
  const preview = useMutation({ mutationFn: (of: Chosen) => call('officeImportPreview', of) });
  const show = (of: Chosen | undefined): void => {
    setFile(of);
    if (of === undefined) preview.reset();
    else preview.mutate(of);
  };
  const mayAdd = useMay()('officeEventAdd');
  const add = mayAdd ? () => queue.filter({ member: '-', id: newKeyword }) : undefined;
  const body = () => {
    if (preview.isPending) return <Skeleton lines={8} />;
    if (preview.isError) return <Failure error={preview.error} />;
    if (file === undefined || preview.data === undefined) {
      return <Empty title={t('import.none')} hint={t('import.noneHint')} />;
    }
    return (
      <ImportView key={preview.data.hash} file={file} preview={preview.data} onAgain={() => show(file)} />
    );
  };
  return (
    <Page title={t('place.imports')} action={add && <NewButton label={t('match.new')} onPress={add} />}>
      <Split
        list={
          <>
            <FileForm onChoose={show} />
            {body()}
          </>
        }
        open={
          mayAdd && queue.open?.id === newKeyword
            ? { key: newKeyword, title: t('match.new'), content: <MatchForm />, onClose: queue.close }
            : undefined
        }
      />
    </Page>
  );
};
