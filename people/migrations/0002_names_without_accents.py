"""Names are searched and sorted by `people_plain(name)`: lower case, without accents.

`unaccent` is only stable (its dictionary could be altered), so an index needs an immutable wrapper with the
dictionary named in full; the embedded PostgreSQL has no ICU that could do this by collation.
"""

from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations

PLAIN = """
CREATE FUNCTION people_plain(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN public.unaccent('public.unaccent'::regdictionary, lower(name));

CREATE INDEX people_player_public_plain ON people_player (people_plain(public_name) text_pattern_ops, id);
CREATE INDEX people_player_plain_trigrams ON people_player
    USING gin (people_plain(full_name || ' ' || public_name) gin_trgm_ops);
"""

NO_PLAIN = """
DROP INDEX people_player_plain_trigrams;
DROP INDEX people_player_public_plain;
DROP FUNCTION people_plain(text);
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial")]

    operations = [UnaccentExtension(), TrigramExtension(), migrations.RunSQL(PLAIN, NO_PLAIN)]
