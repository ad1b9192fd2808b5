import type { Content, ContentKind } from '@touchline/contract/shapes/inbox';
import { useCall } from '../../api/query.ts';
import { useSite } from '../../api/site.ts';
import { Failure } from '../../ui/failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Editor } from './editor.tsx';

export type OpenProps = {
  onClose: () => void;
  onCopy: () => void;
  /** Called when the server has saved it, with the text for the operator. */
  onSaved: (saved: Content, text: string) => void;
  onRemoved: (text: string) => void;
};

/** Fetches what is open, or what something new begins as a copy of. */
export const OpenContent = ({
  kind,
  id,
  copy,
  ...rest
}: OpenProps & { kind: ContentKind; id: string | undefined; copy: string | undefined }) => {
  const { isKnown } = useSite();
  const wanted = id ?? copy;
  const detail = useCall(
    'officeContentDetail',
    { id: wanted ?? '' },
    { enabled: wanted !== undefined, follow: id !== undefined },
  );
  // Times are in the time zone of the site, which must be known first.
  if (!isKnown) return <Skeleton lines={8} />;
  if (wanted === undefined) return <Editor kind={kind} newest={undefined} copied={undefined} {...rest} />;
  if (detail.data === undefined) {
    if (detail.error) return <Failure error={detail.error} onRetry={() => void detail.refetch()} />;
    return <Skeleton lines={8} />;
  }
  const found = detail.data;
  return (
    <Editor
      kind={found.kind}
      newest={id === undefined ? undefined : found}
      copied={id === undefined ? found : undefined}
      {...rest}
    />
  );
};
