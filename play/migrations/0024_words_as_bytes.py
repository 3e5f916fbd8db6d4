from django.db import migrations

import play.models.given_words

FORWARD = """
-- the end of a chain follows from each of its words, and what told it and what gave a word stand in the record
CREATE FUNCTION play_words_as_bytes(words jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(string_agg(
        substr(int4send((one ->> 0)::int), 4) || int4send((one ->> 3)::int) || decode(one ->> 1, 'hex'),
        ''::bytea ORDER BY (one ->> 0)::int
    ), ''::bytea) FROM jsonb_array_elements(words) one
$$;
-- what a row holds stays in it, squeezed where that makes it smaller: a hand is read whole or not at all
ALTER TABLE play_dealthand SET (toast_tuple_target = 256);
ALTER TABLE play_dealthand
    ALTER COLUMN seed SET STORAGE MAIN, ALTER COLUMN key SET STORAGE MAIN, ALTER COLUMN root SET STORAGE MAIN,
    ALTER COLUMN second_root SET STORAGE MAIN, ALTER COLUMN stacks SET STORAGE MAIN, ALTER COLUMN result SET STORAGE MAIN,
    ALTER COLUMN ante SET STORAGE MAIN;
ALTER TABLE play_dealthand ALTER COLUMN words DROP DEFAULT;
ALTER TABLE play_dealthand ALTER COLUMN words TYPE bytea USING play_words_as_bytes(words);
ALTER TABLE play_dealthand ALTER COLUMN words SET STORAGE MAIN;
DROP FUNCTION play_words_as_bytes(jsonb);
"""

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM play_dealthand WHERE words <> '') THEN
        RAISE EXCEPTION 'play: words lie as bytes; go back by a backup' USING ERRCODE = 'restrict_violation';
    END IF;
END $$;
ALTER TABLE play_dealthand ALTER COLUMN words TYPE jsonb USING '[]'::jsonb;
ALTER TABLE play_dealthand ALTER COLUMN words SET DEFAULT '[]'::jsonb;
ALTER TABLE play_dealthand RESET (toast_tuple_target);
"""


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0023_packed_acts'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARD, BACKWARD)],
            state_operations=[
                migrations.AlterField(
                    model_name='dealthand',
                    name='words',
                    field=play.models.given_words.GivenWords(default=list),
                ),
            ],
        ),
    ]
