"""Reads bodies of calls by the classes of models.py, and then each with one mistake at a time, which they must refuse."""

import json
import sys
import traceback

import models


def described(value):
    """The body without what no class has: a failed item repeats whatever was sent, and null in a request is absent."""
    if isinstance(value, list):
        return [described(it) for it in value]
    if not isinstance(value, dict):
        return value
    return {
        key: [{"Errors": item["Errors"]} for item in it] if key == "Failed" and isinstance(it, list) else described(it)
        for key, it in value.items()
    }


def without_null(value):
    if isinstance(value, list):
        return [without_null(it) for it in value]
    if not isinstance(value, dict):
        return value
    return {key: without_null(it) for key, it in value.items() if it is not None}


def read(name, body):
    """Fails unless the class reads the body and knows everything in it."""
    kept = getattr(models, name[0].upper() + name[1:]).from_dict(body).to_dict()
    assert kept == body, f"{body} became {kept}"


def mistakes(value, path):
    """The value with one mistake at a time, each with its place and kind."""
    yield path, "mistyped", "text" if isinstance(value, (int, float)) else 1
    if isinstance(value, list) and value:
        for at, kind, wrong in mistakes(value[0], path):
            yield at, kind, [wrong, *value[1:]]
    if isinstance(value, dict):
        yield path, "misspelt", {**value, "Misspelt": 1}
        for key, inner in value.items():
            yield f"{path}/{key}", "omitted", {name: it for name, it in value.items() if name != key}
            for at, kind, wrong in mistakes(inner, f"{path}/{key}"):
                yield at, kind, {**value, key: wrong}


unread, accepted, refused = [], set(), 0
for name, body in json.load(open(sys.argv[1], encoding="utf-8")):
    body = without_null(body) if name.endswith("Request") else described(body)
    try:
        read(name, body)
    except Exception:
        unread.append(f"{name}: {traceback.format_exc(limit=-3)}")
        continue
    for at, kind, wrong in mistakes(body, name):
        try:
            read(name, wrong)
            accepted.add(f"{kind} {at}")
        except Exception:
            refused += 1
json.dump({"unread": unread[:5], "accepted": sorted(accepted), "refused": refused}, sys.stdout)
