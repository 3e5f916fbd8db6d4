"""A file of practice is nobody's, so no account has one."""

from django.db import migrations, models

# For a while an account could be given a file that was made in practice: its person has been kept out of every real tournament
# since. The file becomes that person's. What was seen of a document in practice was no document, and one that somebody's real
# file has stays there.
_BECOME_REAL = """
UPDATE people_player AS made SET
  simulated = false, id_checked_at = NULL, id_checked_by_id = NULL,
  document_number = CASE WHEN taken.here THEN '' ELSE made.document_number END,
  document_kind = CASE WHEN taken.here THEN '' ELSE made.document_kind END
FROM (
  SELECT one.id, one.document_number <> '' AND EXISTS (
    SELECT FROM people_player other WHERE NOT other.simulated AND other.country = one.country
      AND other.document_kind = one.document_kind AND other.document_number = one.document_number
  ) AS here
  FROM people_player one
) AS taken
WHERE taken.id = made.id AND made.simulated AND made.user_id IS NOT NULL
"""


def claimed_become_real(_apps, schema):
    with schema.connection.cursor() as cursor:
        cursor.execute(_BECOME_REAL)


class Migration(migrations.Migration):

    dependencies = [
        ("people", "0023_document_of_practice"),
    ]

    operations = [
        migrations.RunPython(claimed_become_real, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("simulated", False), ("user__isnull", True), _connector="OR"),
                name="people_player_practice_has_no_account",
            ),
        ),
    ]
