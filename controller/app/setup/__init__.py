"""Setting a table up: what is still to do, what is wrong with what is seen, and the table file that comes of it.

``table_draft`` is what was chosen so far and the file that it becomes, ``camera_findings`` what a picture lacks,
``drive_check`` what a robot's first steps tell, ``devices`` the real cameras and ports, ``setup_session`` the session
that the page talks to.
"""
