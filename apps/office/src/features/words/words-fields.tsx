import { Textarea, TextInput } from '@mantine/core';
import { type Lan, localeOf } from '@touchline/locales/locales';
import { formatCount } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Choice } from '../../ui/fields.tsx';
import { isWritten, noWords, type WordsByLan, type Words, writtenLans } from './texts.ts';
import styles from './words.module.css';

const bodyMax = 8_000;
const count = (n: number): string => formatCount(n, { lan: currentLan() });

/** The words of one language; begun with those of another, if one likes. */
export const WordsFields = ({
  texts,
  lan,
  hasPicture = false,
  onWrite,
}: {
  texts: WordsByLan;
  lan: Lan;
  hasPicture?: boolean;
  onWrite: (texts: WordsByLan) => void;
}) => {
  const t = useT();
  const words = texts[lan] ?? noWords;
  const { dir, name } = localeOf(lan);
  const others = writtenLans.filter((each) => each !== lan && isWritten(texts, each));
  const write = (change: Partial<Words>): void => onWrite({ ...texts, [lan]: { ...words, ...change } });
  return (
    <div className={styles.fields} key={lan}>
      <div className={styles.fieldsHead}>
        <h2 lang={lan}>{name}</h2>
        {others.length > 0 && (
          <Choice
            label={t('words.copy')}
            value={undefined}
            choices={others}
            all={t('words.copy')}
            name={(each) => localeOf(each).name}
            onChange={(from) => from !== undefined && write(texts[from] ?? noWords)}
          />
        )}
      </div>
      <TextInput
        label={t('letter.title')}
        value={words.title}
        onChange={({ currentTarget }) => write({ title: currentTarget.value })}
        maxLength={120}
        lang={lan}
        dir={dir}
      />
      <Textarea
        label={t('letter.body')}
        description={t('words.bodyHint', { count: count(words.body.length), max: count(bodyMax) })}
        value={words.body}
        onChange={({ currentTarget }) => write({ body: currentTarget.value })}
        maxLength={bodyMax}
        rows={9}
        lang={lan}
        dir={dir}
      />
      {hasPicture && (
        <TextInput
          label={t('words.alt')}
          description={t('words.altHint')}
          value={words.alt}
          onChange={({ currentTarget }) => write({ alt: currentTarget.value })}
          maxLength={200}
          lang={lan}
          dir={dir}
        />
      )}
    </div>
  );
};
