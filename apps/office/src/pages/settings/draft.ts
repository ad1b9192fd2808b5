import type { OfferedSetting } from '@touchline/contract/shapes/office-settings';
import { useMemo, useState } from 'react';

/** The change one is putting together: new texts by name, null for what the environment says. It ends with the page. */
export type SettingsDraft = {
  settings: { name: OfferedSetting; value?: string | undefined }[];
  of: (name: OfferedSetting) => string | null | undefined;
  put: (name: OfferedSetting, value: string | null) => void;
  takeOut: (name: OfferedSetting) => void;
  drop: () => void;
};

export const useDraft = (): SettingsDraft => {
  const [all, setAll] = useState<ReadonlyMap<OfferedSetting, string | null>>(new Map());
  return useMemo(
    () => ({
      settings: [...all].map(([name, value]) => ({ name, value: value ?? undefined })),
      of: (name) => all.get(name),
      put: (name, value) => setAll(new Map([...all, [name, value]])),
      takeOut: (name) => setAll(new Map([...all].filter(([each]) => each !== name))),
      drop: () => setAll(new Map()),
    }),
    [all],
  );
};
